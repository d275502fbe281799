import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../services/api/metrics.ts'
import { createWorkerMetrics } from '../../services/worker/metrics.ts'
import { anchors, documentOf, readText } from './support/markdown.ts'

/** Every named metric exists, and every metric is described (docs/metrics.md). */

type Shown = { readonly name: string; readonly labels: readonly string[] }
const registries = [createMetrics().registry, createWorkerMetrics(() => ({})).registry]
const shown: readonly Shown[] = registries.flatMap((registry) =>
  registry.getMetricsAsArray().map((metric) => {
    const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: readonly string[] }
    return { name, labels: labelNames }
  }),
)
const NAMES = new Set(shown.map(({ name }) => name))

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: Record<string, string>
}
const { groups } = parse(readText('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
type Panel = { title: string; description: string; targets: { expr: string }[] }
const { panels } = JSON.parse(readText('deploy/grafana/pramaan.json')) as { panels: Panel[] }
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** Names of metrics in a PromQL expression; a histogram has three names of its own. */
const namedIn = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:pramaan|process)_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))

test('alerts and dashboard name metrics that exist, with labels that they have', () => {
  expect(expressions.length).toBeGreaterThan(25)
  expect(expressions.flatMap(namedIn).filter((name) => !NAMES.has(name))).toEqual([])
  for (const expr of expressions) {
    for (const [, name = '', selector = ''] of expr.matchAll(/\b((?:pramaan|process)_[a-z_]+)\{([^}]*)\}/g)) {
      const labels = shown.find((metric) => metric.name === name)?.labels ?? []
      const asked = [...selector.matchAll(/([a-z_]+)\s*=/g)].map(([, label]) => label)
      expect(
        asked.filter((label) => label !== 'job' && !labels.includes(label ?? '')),
        expr,
      ).toEqual([])
    }
  }
})

test('the page describes every metric with its labels, and no other', () => {
  const rows = documentOf('docs/metrics.md').prose.flatMap((line) => {
    const [, metric = '', labels = '', means = ''] = line.split('|').map((cell) => cell.trim())
    const name = /^`(.+)`$/.exec(metric)?.[1]
    return name === undefined
      ? []
      : [{ name, labels: [...labels.matchAll(/`([a-z_]+)`/g)].map(([, label]) => label), means }]
  })
  const unique = [...new Map(shown.map((metric) => [metric.name, metric])).values()]
  expect(rows.map(({ name }) => name).sort()).toEqual(unique.map(({ name }) => name).sort())
  for (const { name, labels, means } of rows) {
    expect(labels, name).toEqual(unique.find((metric) => metric.name === name)?.labels)
    expect(means.length, name).toBeGreaterThan(20)
  }
})

test('every alert says what is wrong and links to its procedure', () => {
  expect(rules.length).toBeGreaterThan(8)
  const known = anchors(documentOf('docs/runbooks.md'))
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    expect(annotations['summary'], alert).toMatch(/^[A-Z].{20,}/)
    const [file, anchor = ''] = (annotations['runbook'] ?? '').split('#')
    expect(file, alert).toBe('docs/runbooks.md')
    expect(known, alert).toContain(anchor)
  }
})
