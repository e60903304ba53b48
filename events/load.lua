-- KEYS: head, events, secret, table, snapshot, wake
-- ARGV: version that the caller has folded already, or 0; match id; 1 to leave the snapshot out
local head = redis.call('HMGET', KEYS[1], 'version', 'game')
local version, from = tonumber(head[1] or '0'), tonumber(ARGV[1])
local snapshot, tail = false, {}
if from > version then
  from = 0
end
if from == 0 and ARGV[3] ~= '1' then
  local stored = redis.call('HMGET', KEYS[5], 'version', 'state')
  if stored[2] then
    from, snapshot = tonumber(stored[1]), stored[2]
  end
end
if from < version then
  tail = redis.call('XRANGE', KEYS[2], (from + 1) .. '-0', '+')
end
return {
  redis.call('TIME'), head, redis.call('GET', KEYS[3]), redis.call('HGET', KEYS[4], 'json'),
  redis.call('ZSCORE', KEYS[6], ARGV[2]), snapshot, tail
}
