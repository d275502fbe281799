import { SCOPES } from '../../services/keys/key.ts'
import type { KeySettings } from '../../services/keys/manage.ts'

/** Settings of a key that may do everything, with limits no test reaches unless it sets its own. */
export function everyRight(more: Partial<KeySettings> = {}): KeySettings {
  return {
    name: 'test',
    scopes: [...SCOPES],
    states: ['all'],
    origins: [],
    per_minute: 100_000,
    burst: 100_000,
    evidence_floor: 'derived',
    expires_at: null,
    request_ref: null,
    ...more,
  }
}
