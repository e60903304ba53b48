-- KEYS: head, events, secret, table, snapshot, wake
-- ARGV: version that the caller has folded already, or 0; match id; 1 to leave the snapshot out
-- The tail begins with the commit of the version that is folded already, so that the caller sees whether it is the same.
local head = redis.call('HMGET', KEYS[1], 'version', 'game', 'rules', 'heads')
local from = tonumber(ARGV[1])
local snapshot = false
if from > tonumber(head[1] or '0') then
  from = 0
end
if from == 0 and ARGV[3] ~= '1' then
  local stored = redis.call('HMGET', KEYS[5], 'version', 'state')
  if stored[2] then
    from, snapshot = tonumber(stored[1]), stored[2]
  end
end
return {
  redis.call('TIME'), head, redis.call('GET', KEYS[3]), redis.call('HGET', KEYS[4], 'json'),
  redis.call('ZSCORE', KEYS[6], ARGV[2]), snapshot, from, redis.call('XRANGE', KEYS[2], from .. '-0', '+')
}
