import { LRUCache } from 'lru-cache'
import type { ResponseSuffix } from './response-suffix.ts'

/** Maximum memory of an instance's cached responses. */
const RESPONSE_CACHE_BYTES = 8 * 1024 * 1024
/** Maximum memory of an entry other than its suffix: its name and the objects around it. */
const ENTRY_BYTES = 1_024

/** Cached response suffixes by name, with limited memory, so that rare requests do not accumulate. */
export type ResponseCache = LRUCache<string, ResponseSuffix>

export function createResponseCache(mostBytes = RESPONSE_CACHE_BYTES): ResponseCache {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes })
}
