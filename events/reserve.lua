-- KEYS: reservation; ARGV: digest of the request, id, salt, lifetime in ms
-- Whoever comes first with an Idempotency-Key decides what it stands for.
if redis.call('HSETNX', KEYS[1], 'request', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'id', ARGV[2], 'salt', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return redis.call('HMGET', KEYS[1], 'request', 'id', 'salt', 'revoked')
