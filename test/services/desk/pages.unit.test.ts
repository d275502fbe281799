import { expect, test } from 'vitest'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { filesOf } from '../../../scripts/shipped-records.ts'
import { builtDesk } from '../../../services/desk/app.ts'
import type { FigureModel, Frame, ReleaseModel } from '../../../services/desk/models.ts'
import { declaredIn } from '../../../services/desk/models-of.ts'
import { whyNoApproval, whyNoProduction, whyNoReview } from '../../../services/desk/permitted.ts'
import { ODISHA_2025_26 } from '../../support/definitions.ts'

/** Buttons on the page of a release, by its status. */

const FRAME: Frame = { assets: { script: '/s', style: '/c' }, person: 'devi', position: 1, waiting: 0 }
const SEALED: ReleaseModel = {
  name: 'ZZ-2026-27-VERIFIED-STRICT-BASE-V1@1',
  status: 'sealed',
  stage: null,
  scope: null,
  scopes: ['ZZ'],
  from: '2026-04-01',
  to: '2027-03-31',
  releaseSha256: 'a'.repeat(64),
  openedBy: 'chitra',
  approvedBy: null,
  promotedBy: null,
  reviews: [],
  reason: null,
  holds: [],
  components: ['rows/A/energy'],
  figures: 1,
  obstacles: [],
  noReview: null,
  noApproval: null,
  noProduction: [],
  documents: [],
  declared: [],
  run: null,
}
const FIGURE: FigureModel = {
  path: 'rows/A/energy',
  use: 'A; energy; per energy_units',
  hash: 'b'.repeat(64),
  value: '4.00 Rs/kWh',
  grade: 'order',
  printed: '4.00',
  place: 'X, page 1',
  quote: '4.00',
  picture: '/picture',
  tickedAt: null,
}
const APPROVED = { ...SEALED, approvedBy: 'esha' }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The labels of its buttons, in order. */
async function offered(more: Partial<ReleaseModel>): Promise<string[]> {
  const { pages } = await builtDesk()
  const html = pages.release(FRAME, { ...APPROVED, ...more })
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return [...main.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, words = '']) => words)
}

test.each([
  ['a candidate', { status: 'candidate', releaseSha256: null }, ['Run the 29 gates']],
  ['what is sealed and not approved', { approvedBy: null }, ['Approve', 'Withdraw']],
  ['what is approved', {}, ['Promote', 'Withdraw']],
  ['what serves', { status: 'released', stage: 'reference' }, ['Promote', 'Hold', 'Checked', 'Withdraw']],
  ['what was replaced', { status: 'superseded' }, ['Roll back', 'Withdraw']],
  ['what was withdrawn', { status: 'withdrawn' }, []],
] as const)('%s', async (_what, more, buttons) => {
  expect(await offered(more)).toEqual(buttons)
})

test('an attestation by the person who opened the release is said not to count for it', async () => {
  const { pages } = await builtDesk()
  const document = {
    sha256: 'c'.repeat(64),
    title: 'The order',
    fileName: 'order.pdf',
    pages: 3,
    kind: 'order',
    addedBy: 'esha',
    attested: [],
  }
  const shown = (openedBy: string, by: string[]): string => {
    const attested = by.map((person) => ({
      person,
      at: '2026-11-27T10:00:00.000Z',
      said: ['a site', 'all pages'] as const,
    }))
    return pages.release(FRAME, { ...SEALED, openedBy, documents: [{ ...document, attested }] })
  }
  const before = 'You opened this release, so your attestation does not count for it.'
  const after = 'It does not count for this release, which they opened'
  expect(shown('devi', [])).toContain(before)
  expect(shown('chitra', [])).not.toContain(before)
  expect(shown('devi', ['devi'])).toContain(after)
  expect(shown('chitra', ['devi'])).not.toContain(after)
})

test('what the definition declares without a figure is listed with its reason, for who approves it', async () => {
  const { definition } = readDefinition(filesOf(ODISHA_2025_26))
  const declared = definition === null ? [] : declaredIn(definition)
  const { pages } = await builtDesk()
  const html = pages.release(FRAME, { ...SEALED, declared })
  expect(html).toContain(
    'Words without effect on a figure beside them, OD-OERC-RST-2025-26, page 168: <q>and single-phase</q>',
  )
  expect(new Set(declared.map(({ what }) => what)).size).toBe(3)
  for (const { because } of declared) expect(html).toContain(escaped(because))
  expect(pages.release(FRAME, SEALED)).toContain('Whether all of the document was read is another question')
})

test('who opened it is offered no approval, no review and not stage production, and is told why', async () => {
  const opened = { ...SEALED, reviews: [] }
  const [noReview, noApproval] = [whyNoReview(opened, 'chitra'), whyNoApproval(opened, 'chitra')]
  expect(await offered({ approvedBy: null, noReview, noApproval })).toEqual(['Withdraw'])
  const { pages } = await builtDesk()
  const release = pages.release(FRAME, { ...SEALED, noReview, noApproval })
  expect(release).toContain('so others must review it. You opened this release, so others must approve it.')
  expect(release).toContain('See 1 figure')
  const review = pages.review(FRAME, { name: SEALED.name, figures: [FIGURE], ticked: 0, noReview })
  expect(review).toContain('You opened this release, so others must review it.')
  expect(review).not.toMatch(/data-tick|data-ask/)
  const noProduction = whyNoProduction({ ...opened, approvedBy: 'esha' }, [], 'chitra')
  const approved = pages.release(FRAME, { ...APPROVED, noProduction })
  expect(approved).toContain('<option value="production" disabled')
  expect(approved).toContain('not offered: you opened it: another person must promote it; nobody who did not open it')
})

test('who reviewed it is not offered another review; who may do it has each tick', async () => {
  const reviewed = { ...SEALED, reviews: [{ person: 'devi' }] }
  expect(whyNoReview(reviewed, 'devi')).toBe('You have reviewed it.')
  expect(whyNoReview({ ...reviewed, status: 'withdrawn' }, 'esha')).toContain('withdrawn')
  const noReview = whyNoReview(reviewed, 'esha')
  const { pages } = await builtDesk()
  const review = pages.review(FRAME, { name: SEALED.name, figures: [FIGURE], ticked: 0, noReview })
  expect(review).toContain('data-tick')
  expect(review).toContain('Sign the review')
})

test.each([
  ['esha', [], []],
  ['chitra', [], ['you opened it: another person must promote it']],
  ['devi', [], ['you approved it: another person must promote it']],
  ['esha', ['a', 'b'], ['2 documents are not attested by two people who neither opened it nor added the document']],
])('stage production, for %s with %o not attested', (me, unattested, reasons) => {
  const it = { ...SEALED, approvedBy: 'devi', reviews: [{ person: 'devi' }] }
  expect(whyNoProduction(it, unattested, me)).toEqual(reasons)
})

test('what was promoted and serves no more is not said to have been promoted by nobody', async () => {
  const { pages } = await builtDesk()
  for (const [status, promotedBy, said] of [
    ['withdrawn', null, 'no'],
    ['superseded', null, 'no'],
    ['released', 'esha', 'promoted by esha'],
  ] as const)
    expect(pages.release(FRAME, { ...APPROVED, status, promotedBy })).toContain(`<dt>In service</dt><dd>${said}</dd>`)
})

test('stage production cannot be chosen while figures prevent it', async () => {
  const { pages } = await builtDesk()
  const blocked = pages.release(FRAME, { ...APPROVED, obstacles: ['rows/A/energy: derived'] })
  expect(blocked).toContain('<option value="production" disabled')
  expect(blocked).toContain('<summary>1 obstacle to stage production</summary>')
  expect(pages.release(FRAME, APPROVED)).not.toContain('<option value="production" disabled')
})

test('no stage is chosen in advance: whoever promotes says which', async () => {
  const { pages } = await builtDesk()
  expect(pages.release(FRAME, APPROVED)).toMatch(/<select name="stage" required><option value>choose a stage</)
})
