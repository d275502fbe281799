/** Postgres notification channels. They only wake a listener, which then reads the tables. */

/** The releases in service changed: pointers or holds. */
export const SERVING_CHANNEL = 'pramaan_serving'

/** A key was issued, rotated or revoked; the payload is its id. */
export const KEYS_CHANNEL = 'pramaan_keys'
