-- KEYS: head, receipts, the keys of the writes
-- ARGV: expected version, command id or '', then each write as: number of words, command, place of its key, arguments
-- Nothing is written unless everything is: all guards come first, and the first write is one that a full store refuses.
local receipt = ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2])
if receipt then
  return {'repeated', receipt}
end
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then
  return {'conflict'}
end
local i = 3
while i <= #ARGV do
  local last = i + ARGV[i]
  redis.call(ARGV[i + 1], KEYS[ARGV[i + 2] + 2], unpack(ARGV, i + 3, last))
  i = last + 1
end
return {'appended'}
