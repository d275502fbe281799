import { afterAll, beforeAll, expect, test } from 'vitest'
import { BIHAR, type TestPipeline, testPipeline } from '../support/pipeline.ts'
let p: TestPipeline
beforeAll(async () => { p = await testPipeline(); await p.work() })
afterAll(async () => { await p?.close() })
test('run', async () => {
  let t = performance.now()
  const dir = await p.folder()
  const r = await p.run(dir)
  console.log(r, performance.now() - t)
  t = performance.now()
  const b = await p.run(BIHAR)
  console.log(b, performance.now() - t)
  console.log((await p.cli('release','list')).stdout)
  console.log((await p.cli('log','verify', '--json')).stdout)
}, 200000)
