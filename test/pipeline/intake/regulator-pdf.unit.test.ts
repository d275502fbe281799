import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { OERC_ORDER, OERC_ORDER_ABSENT, OERC_ORDER_REASON, OERC_SHA256 } from '../../support/definitions.ts'

describe("the regulator's own order as PDF", () => {
  it('has 169 pages, and its tariff line is on page 163', async (context) => {
    context.skip(OERC_ORDER_ABSENT, OERC_ORDER_REASON)
    const bytes = readFileSync(OERC_ORDER)
    expect(sha256(bytes)).toBe(OERC_SHA256)
    const extraction = await extractText(bytes, 'application/pdf')
    if (!extraction.ok) throw new Error(extraction.reason)
    expect(extraction.pages).toHaveLength(169)
    const page = (extraction.pages[162] ?? '').replace(/\s+/g, ' ')
    expect(page).toContain('LT 290.00')
    expect(page).toContain('(Consumption <= 50 units/month) LT 290.00')

    const again = await extractText(bytes, 'application/pdf')
    expect(again.ok && textIdentity(again.pages)).toEqual(textIdentity(extraction.pages))
  })
})
