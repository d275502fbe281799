import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT, readText } from './support/markdown.ts'

type Step = { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }
type Job = { readonly steps: readonly Step[]; readonly permissions?: unknown; readonly env?: Record<string, string> }
type Workflow = { readonly permissions?: unknown; readonly jobs: Readonly<Record<string, Job>> }
type Updates = { readonly updates: readonly { 'package-ecosystem': string; directory: string }[] }

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
const CI = '.github/workflows/ci.yml'

/** Programs available on every runner, in addition to npm, Node and bash. */
const TOOLS = ['docker', 'grep', 'tee']

/** Why a command cannot be run in a fresh clone, or null. */
function lacking(command: string): string | null {
  const [program = '', first = '', second = ''] = command.trim().split(/\s+/)
  if (program === 'npm') {
    const script = first === 'run' ? second : first
    return scripts[script] === undefined ? `no npm script ${script}` : null
  }
  if (program === 'bash' || program === 'node') return existsSync(join(ROOT, first)) ? null : `no file ${first}`
  return TOOLS.includes(program) ? null : `no program ${program}`
}

/** Faults of a workflow: commands, actions without a fixed version, and unnecessary permissions. */
function problemsOf(text: string): string[] {
  const workflow = parse(text, { uniqueKeys: true, strict: true }) as Workflow
  const steps = Object.values(workflow.jobs).flatMap(({ steps: own }) => own)
  const pinned = /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
  return [
    ...steps.flatMap(({ run = '' }) => run.split(/\n|\||&&/).flatMap((part) => (part.trim() && lacking(part)) || [])),
    ...text
      .split('\n')
      .flatMap((line) => (line.includes('uses:') && !pinned.test(line) ? [`not pinned: ${line.trim()}`] : [])),
    ...[workflow, ...Object.values(workflow.jobs)].flatMap(({ permissions }, index) =>
      JSON.stringify(permissions ?? (index === 0 ? 'all' : { contents: 'read' })) === '{"contents":"read"}'
        ? []
        : [`rights: ${JSON.stringify(permissions ?? 'all')}`],
    ),
    ...steps
      .filter((step) => step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false)
      .map(() => 'checkout leaves its token in the clone'),
  ]
}

describe('the workflow', () => {
  it('runs existing commands, with pinned actions, and read-only permissions', () => {
    expect(problemsOf(readText(CI))).toEqual([])
  })

  it('tests on the embedded stack and in containers, and tells the two apart', () => {
    const { embedded, docker } = (parse(readText(CI)) as Workflow).jobs
    expect(embedded?.steps.map(({ run }) => run)).toContain('bash .ci/run')
    expect(embedded?.env?.['DOCKER_HOST']).toMatch(/no-daemon/)
    const check = docker?.steps.map(({ run = '' }) => run).find((run) => run.startsWith('grep')) ?? ''
    const [postgres, valkey] = ['POSTGRES_IMAGE', 'VALKEY_IMAGE'].map(
      (name) => new RegExp(`const ${name} = '(.+)'`).exec(readText('test/support/services.ts'))?.[1],
    )
    expect(check).toContain(`tests use Postgres: container ${postgres}; Redis: container ${valkey}`)
  })

  it('is checked: each fault is found', () => {
    const wrong = [
      'jobs:',
      '  one:',
      '    permissions: { contents: write }',
      '    steps:',
      '      - uses: actions/checkout@v5',
      '      - run: npm run no-such && bash no/such/file',
      '      - run: npm test | wget x',
    ].join('\n')
    expect(problemsOf(wrong)).toEqual([
      'no npm script no-such',
      'no file no/such/file',
      'no program wget',
      'not pinned: - uses: actions/checkout@v5',
      'rights: "all"',
      'rights: {"contents":"write"}',
      'checkout leaves its token in the clone',
    ])
  })
})

it('updates are enabled wherever something is pinned', () => {
  const { updates } = parse(readText('.github/dependabot.yml'), { uniqueKeys: true, strict: true }) as Updates
  const pins: Record<string, string> = {
    npm: 'package.json',
    'github-actions': CI,
    docker: 'Dockerfile',
    'docker-compose': 'docker-compose.yml',
  }
  expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual(Object.keys(pins).sort())
  for (const { 'package-ecosystem': kind, directory } of updates)
    expect(existsSync(join(ROOT, directory, pins[kind] ?? '')), kind).toBe(true)
})
