import { evidenceFigureInQuote } from '../../../pipeline/gates/08-evidence-figure-in-quote.ts'
import type { Verdict } from '../../../pipeline/gates/gate.ts'
import type { Order } from '../../mechanisms/support/order.ts'
import { readOrder } from '../../mechanisms/support/read-order.ts'
import { sampleMeans } from '../gates/support/sample.ts'

/** What gate 8 finds in an order. Throws if its definition cannot be read. */
export async function gateEight(order: Order): Promise<Verdict['findings']> {
  const { candidate, findings, source } = await readOrder(order)
  if (candidate === null || findings.length > 0) throw new Error(JSON.stringify(findings))
  const means = sampleMeans({ pages: async (hash) => (hash === source.sha256 ? source.pages : null) })
  return (await evidenceFigureInQuote.check(candidate, means)).findings
}
