import { LRUCache } from 'lru-cache'
import type { ResponseSuffix } from './response-suffix.ts'

/** The most memory that the cached responses of an instance take. */
const RESPONSE_CACHE_BYTES = 8 * 1024 * 1024
/** What an entry takes beside its suffix, at most: its name, the objects around it. */
const ENTRY_BYTES = 1_024

/** Suffixes of responses by name, bounded by the memory they take, so that questions nobody asks twice do not add up. */
export type ResponseCache = LRUCache<string, ResponseSuffix>

export function createResponseCache(mostBytes = RESPONSE_CACHE_BYTES): ResponseCache {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes })
}
