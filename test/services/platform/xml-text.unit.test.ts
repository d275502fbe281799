import { expect, test } from 'vitest'
import { xmlText } from '../../../services/platform/xml-text.ts'

test('text stands in XML, without the control characters that XML 1.0 does not allow', () => {
  expect(xmlText('a <b> & "c"\u0001\u000c\tx')).toBe('a &lt;b&gt; &amp; &quot;c&quot;\ufffd\ufffd\tx')
})
