-- KEYS: reservation
-- What the Idempotency-Key has made is worthless now; the key goes on standing for it as long as it did.
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'revoked', 1)
end
return 0
