-- KEYS: sorted sets of one slot; ARGV: now, member, then for each set: how long a member counts in ms, how many may count
-- Adds the member to all sets or, where one is full, to none. Returns the place of the full one, or 0, and the ms until
-- it has room.
local now = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local lifetime, limit = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - lifetime)
  if not redis.call('ZSCORE', key, ARGV[2]) and redis.call('ZCARD', key) >= limit then
    local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
    return {i, math.max(1, (oldest[2] or now) + lifetime - now)}
  end
end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, 'NX', ARGV[1], ARGV[2])
  redis.call('PEXPIRE', key, ARGV[2 * i + 1])
end
return {0, 0}
