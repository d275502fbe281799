import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { LogRefused } from '../../pipeline/checkpoints/publish-checkpoint.ts'
import { ROUTES } from '../../services/api/routes/index.ts'
import { createProgram } from '../../services/cli/create-program.ts'
import { ERRORS } from '../../services/platform/errors.ts'
import { GUIDES, GUIDES_ELSEWHERE } from './support/guides.ts'
import { anchors, DOCUMENTS, documentOf, inlineCodes, links, parseDocument, ROOT } from './support/markdown.ts'
import { SETTINGS, SOURCES } from './support/sources.ts'

/**
 * Options of every command of `pramaan` by its two words: `release promote` has `--scope`, `--stage` and the common
 * ones.
 */
const CLI_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  (await createProgram()).commands.flatMap((group) =>
    group.commands.map((command) => [`${group.name()} ${command.name()}`, optionsOf(command)] as const),
  ),
)

function optionsOf(command: Command): Set<string> {
  return new Set(command.options.flatMap(({ long }) => (long ? [long] : [])))
}

const FOLDERS = [
  '.ci',
  '.github',
  'bench',
  'deploy',
  'docs',
  'migrations',
  'pipeline',
  'releases',
  'scripts',
  'services',
  'test',
]
const ROOT_FILE = /^(Dockerfile|LICENSE|[\w.-]+\.(md|json|yml|cjs))$/
/** Files written by a running service or a test, which are not part of the project. */
const WRITTEN = ['trust.json', 'api-seen.json', 'run.json', 'cases.json']
const READS = ['README.md', 'docs/consumer.md', 'docs/release-engineer.md', 'docs/auditor.md', 'docs/operator.md']

/** A path of this project, up to the first placeholder; null for anything else. */
function pathIn(code: string, file: string): string | null {
  if (WRITTEN.includes(code)) return null
  if (ROOT_FILE.test(code)) return existsSync(join(ROOT, dirname(file), code)) ? join(dirname(file), code) : code
  if (!/^[\w.@<>*/-]+$/.test(code) || !code.includes('/')) return null
  const parts = code.split('/')
  if (!FOLDERS.includes(parts[0] ?? '')) return null
  const placeholder = parts.findIndex((part) => /[<>*]/.test(part))
  return parts.slice(0, placeholder < 0 ? parts.length : placeholder).join('/')
}

const codes = DOCUMENTS.flatMap((document) => inlineCodes(document).map((each) => ({ file: document.file, ...each })))
const all = DOCUMENTS.flatMap(({ file, prose, blocks }) => [
  ...prose.map((text, index) => ({ at: `${file}:${index + 1}`, text })),
  ...blocks.map(({ line, text }) => ({ at: `${file}:${line}`, text })),
])

describe('everything that the documents name exists', () => {
  it('every path in backticks', () => {
    const paths = codes.flatMap(({ code, file, line }) => {
      const path = pathIn(code, file)
      return path === null ? [] : [{ at: `${file}:${line}`, path }]
    })
    expect(paths.length).toBeGreaterThan(50)
    // release-definition.md names the files of a definition without their folder.
    const own = ['releases/states/BR/2026-27', 'releases/record']
    const missing = paths.filter(
      ({ path }) => !existsSync(join(ROOT, path)) && !own.some((folder) => existsSync(join(ROOT, folder, path))),
    )
    expect(missing).toEqual([])
  })

  it('every link inside the project, with its anchor', () => {
    const broken = DOCUMENTS.flatMap((document) =>
      links(document).flatMap(({ target, line }) => {
        if (/^https?:/.test(target)) return []
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? document.file : normalize(join(dirname(document.file), path))
        const there = existsSync(join(ROOT, file))
        const found =
          there &&
          (anchor === undefined || anchors(parseDocument(file, readFileSync(join(ROOT, file), 'utf8'))).has(anchor))
        return found ? [] : [`${document.file}:${line}: ${target}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('every code in capitals: an error of the API, a refusal of the command line or a verifier, or a setting, ours or Node’s', () => {
    const literals = new Set(
      [...SOURCES.values()].flatMap((text) =>
        [...text.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)].map(([, name]) => name),
      ),
    )
    const released = new Set([...licensees(), ...disclosures()])
    const verifier = readFileSync(join(ROOT, 'docs/verify/pramaan_verify.py'), 'utf8')
    const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    const isNodes = (code: string): boolean =>
      code === 'NODE_EXTRA_CA_CERTS' || (code.startsWith('NODE_') && image.includes(` ${code}=`))
    const known = (code: string): boolean =>
      isNodes(code) ||
      code in ERRORS ||
      literals.has(code) ||
      SETTINGS.has(code) ||
      released.has(code) ||
      verifier.includes(`"${code}"`)
    const named = codes.filter(({ code }) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(code) && code !== 'CHAIN_FORM')
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ code }) => !known(code))).toEqual([])
  })

  it('every npm script', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = all.flatMap(({ at, text }) =>
      [...text.matchAll(/\bnpm (?:run(?: -s)? ([a-z:]+)|(start|test)\b)/g)].map(([, script, short]) => ({
        at,
        script: script ?? short ?? '',
      })),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([])
  })

  it('every command of the command line, with its options', () => {
    const groups = new Set([...CLI_COMMANDS.keys()].map((name) => name.split(' ')[0]))
    const spoken = codes.flatMap(({ code, file, line }) => {
      const [group = '', name = ''] = code.replace(/^pramaan /, '').split(' ')
      if (!groups.has(group) || !/^[a-z][a-z-]+$/.test(name)) return []
      return [{ at: `${file}:${line}`, command: `${group} ${name}`, options: code.match(/--[a-z-]+/g) ?? [] }]
    })
    expect(spoken.length).toBeGreaterThan(15)
    const wrong = spoken.filter(({ command, options }) => {
      const known = CLI_COMMANDS.get(command)
      return known === undefined || options.some((option) => !known.has(option))
    })
    expect(wrong).toEqual([])
  })
})

describe('everything that exists is named', () => {
  it('every setting is in the operator’s table, and nothing else is', () => {
    const rows = documentOf('docs/operator.md').prose.flatMap((line) => /^\| `([A-Z_]+)` \|/.exec(line)?.[1] ?? [])
    expect(rows.sort()).toEqual([...SETTINGS].sort())
  })

  it('every route is in the consumer’s guide, with its method and scope', () => {
    const { prose } = documentOf('docs/consumer.md')
    const unnamed = ROUTES.filter(({ method, path, scope }) => {
      const row = prose.find((line) => line.startsWith('|') && line.includes(`\`${method} ${path}\``))
      return row?.split('|')[2]?.trim() !== (scope ?? 'none')
    })
    expect(unnamed.map(({ path }) => path)).toEqual([])
  })

  it('every command of the command line is in a guide', () => {
    const text = READS.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    expect([...CLI_COMMANDS.keys()].filter((command) => !text.includes(command))).toEqual([])
  })

  it('every command of the command line is in the table of the contract, and nothing else is', () => {
    const listed = documentOf('docs/design/contract.md').prose.flatMap((line) => {
      const [, group, names = ''] = /^\| `([a-z]+)` \| ((?:`[a-z-]+`(?:, )?)+) \|$/.exec(line) ?? []
      return [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `${group} ${name}`)
    })
    expect(listed.sort()).toEqual([...CLI_COMMANDS.keys()].sort())
  })

  it('every document is linked from the README; a decision or a page of the design, from its list', () => {
    const linked = new Set(links(documentOf('README.md')).map(({ target }) => target))
    const wanted = DOCUMENTS.map(({ file }) => file).filter(
      (file) => !/^README|^docs\/adr\/\d|^docs\/design\/(?!README)/.test(file),
    )
    expect(wanted.length).toBeGreaterThan(15)
    expect(
      wanted.filter((file) => ![file, file.replace(/\/README\.md$/, '')].some((name) => linked.has(name))),
    ).toEqual([])
  })

  it('every decision is in the list of decisions', () => {
    const listed = links(documentOf('docs/adr/README.md')).map(({ target }) => `docs/adr/${target}`)
    const there = DOCUMENTS.map(({ file }) => file).filter((file) => /^docs\/adr\/\d/.test(file))
    expect(listed.sort()).toEqual(there)
  })
})

it('every block of shell says whether it is run, so that none is forgotten', () => {
  const blocks = DOCUMENTS.flatMap((document) => document.blocks).filter(({ language }) => language === 'sh')
  const unmarked = blocks.filter(({ marks }) => !['run', 'start', 'script', 'example'].includes(marks[0] ?? ''))
  expect(unmarked).toEqual([])
})

it('every document with commands to run is one whose commands are run', () => {
  const running = DOCUMENTS.filter(({ blocks }) => blocks.some(({ marks }) => marks[0] === 'run'))
  expect(running.map(({ file }) => file).sort()).toEqual([...GUIDES, ...GUIDES_ELSEWHERE].sort())
})

it('the first screen of the README says what the figures are, and that nothing is in production', () => {
  const screen = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').slice(0, 25).join(' ')
  for (const word of ['public transcriptions', 'graded', '*specimen*', 'No shipped release claims production'])
    expect(screen).toContain(word)
})

/** Licensee codes of the shipped definitions. */
/** The codes of what the shipped definitions disclose. */
function disclosures(): string[] {
  const files = globSync('releases/states/*/*/rules.yaml', { cwd: ROOT })
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ +group: disclosure\n +key: (\S+)$/gm)].map(([, key = '']) =>
      key.toUpperCase(),
    ),
  )
}

function licensees(): string[] {
  return [...readFileSync(join(ROOT, 'docs/states.md'), 'utf8').matchAll(/^- `([A-Z]{2}_[A-Z0-9_]+)` /gm)].map(
    ([, code = '']) => code,
  )
}

it.each(['docs/recovery.md', 'docs/runbooks.md'])(
  '%s quotes the line of the workers’ log about an event that cannot be signed for',
  (page) => {
    const [, quoted = ''] =
      /log(?:: | says )`([^`]+ from position) …`/.exec(readFileSync(join(ROOT, page), 'utf8')) ?? []
    expect(new LogRefused({ position: 7, reason: 'unsigned' }).message).toContain(`${quoted} 7`)
    expect(quoted).not.toBe('')
  },
)
