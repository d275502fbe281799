import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })

/** The version of this code, from its package.json. */
export const CODE_VERSION = manifest.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
).version

/** Key prefix of BullMQ and of limits; in braces, so that a Redis cluster keeps what belongs together. */
export const REDIS_PREFIX = '{pramaan}'
