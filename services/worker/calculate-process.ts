import { caseResultsText } from '../../pipeline/gates/calculation/case-results.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** Gate 25's fresh process: a record on stdin, the canonical text of its case results on stdout. */
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const record = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReleaseRecord
process.stdout.write(caseResultsText(record))
