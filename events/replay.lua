-- KEYS: a log, its checkpoints; ARGV: entry or 0 for the newest, entries between checkpoints, most entries to return
-- The last checkpoint before that entry, and the entries from there on up to it: the first that are missing, if many.
local newest = redis.call('XLEN', KEYS[1])
local at = tonumber(ARGV[1])
if at == 0 then
  at = newest
end
if at > newest or at == 0 then
  return {newest}
end
local every = tonumber(ARGV[2])
local from, stored = at - 1 - (at - 1) % every, false
while from > 0 do
  stored = redis.call('HGET', KEYS[2], from)
  if stored then
    break
  end
  from = from - every
end
local entries = redis.call('XRANGE', KEYS[1], (from + 1) .. '-0', at .. '-0', 'COUNT', ARGV[3])
for i, entry in ipairs(entries) do
  entries[i] = entry[2][2]
end
return {newest, at, from, stored, entries}
