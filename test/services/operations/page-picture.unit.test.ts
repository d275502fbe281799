import { expect, test } from 'vitest'
import { readDocument } from '../../../pipeline/intake/lay-out.ts'
import type { Figure } from '../../../releases/record/figure.ts'
import { figurePicture } from '../../../services/operations/definition/page-picture.ts'
import { buildFigure } from '../../support/record-builder.ts'

const ORDER = `<html><body><table>
<tr><th>Slab</th><th>Fixed charge</th></tr>
<tr><td>Up to 100</td><td rowspan="2">25.00</td></tr>
<tr><td>Above 100</td></tr>
</table><p>A rebate of 2 percent is given.</p></body></html>`

async function pictureOf(figure: Partial<Figure>): Promise<string> {
  const { text, layout } = await readDocument(Buffer.from(ORDER), 'text/html')
  if (!text.ok) throw new Error(text.reason)
  const built = buildFigure('25.00', 'Rs')
  const whole = { ...built, ...figure, locator: { ...built.locator, page: 1 } }
  return figurePicture(whole, 'rows/A/fixed/0', layout, text.pages[0] ?? '').svg
}

test('a figure that is printed once for several rows stands in its marked cell', async () => {
  const cell = {
    source_sha256: '0'.repeat(64),
    page: 1,
    table: 1,
    row: ['Up to 100'],
    through: ['Above 100'],
    column: ['Fixed charge'],
    printed: '25.00',
    misprint: null,
  }
  expect(await pictureOf({ cell })).toMatch(/fill="#ffe08a"[^>]*\/><text[^>]*>25\.00<\/text>/)
})

test('a sentence of a page without boxes is shown marked among its lines', async () => {
  const svg = await pictureOf({ quote: 'A rebate of 2 percent is given.' })
  expect(svg).toMatch(/fill="#ffe08a"\/>\n<text[^>]*>A rebate of 2 percent is given\.<\/text>/)
})
