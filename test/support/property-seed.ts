import fc from 'fast-check'
import { TIER } from './tier.ts'

/** `npm test` uses the same inputs each time; the nightly tier others each night, and a failure prints its seed. */
if (TIER === 'normal') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_401 })
