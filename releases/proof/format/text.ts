import * as z from 'zod'
import { recordSchema } from '../../record/record.ts'
import { decodeBase64 } from './base64.ts'

/** Text patterns shared by the proof documents. Patterns match whole strings. */

export const releaseIdText = recordSchema.shape.release_id
export const revisionNumber = z.int().min(1)
export const indexNumber = z.int().min(0)
export const day = z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
/** UTC with milliseconds: 2026-04-01T05:30:00.000Z. */
export const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/

/** Canonical base64 of any bytes. */
export const base64Text = z.string().refine((text) => decodeBase64(text) !== null, 'not canonical base64')

/** Canonical base64 of exactly `length` bytes. */
export function base64Of(length: number) {
  return z.string().refine((text) => decodeBase64(text)?.length === length, `not canonical base64 of ${length} bytes`)
}

/** A decimal without leading zeros that is a safe integer, or null. */
export function parseIndex(text: string): number | null {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}
