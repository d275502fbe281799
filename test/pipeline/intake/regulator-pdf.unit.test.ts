import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { textIdentity } from '../../../pipeline/intake/text-identity.ts'
import { sha256 } from '../../../releases/record/canonical.ts'

/** The regulator's order is not part of this repository; the test runs where it lies beside it. */
const FILE = '../shared/data/originals/oerc-rst-order-fy2025-26.pdf'
const SHA256 = 'de53fe6fc5afb70f9f45e2eb94a977bcbd2c791fe63eb9f713f8b9ab2fc069fb'
const path = fileURLToPath(new URL(`../../../${FILE}`, import.meta.url))
const reason = `skipped: the OERC order for FY 2025-26 (sha256 ${SHA256}) is not at ${FILE}`
const absent = !existsSync(path)
if (absent) process.stderr.write(`${reason}\n`)

describe("the regulator's own order as PDF", () => {
  it('has 169 pages, and its tariff line stands on page 163', async (context) => {
    context.skip(absent, reason)
    const bytes = readFileSync(path)
    expect(sha256(bytes)).toBe(SHA256)
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
