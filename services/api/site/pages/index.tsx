import type { Assets, GlossaryModel, Pages } from '../models.ts'
import { evidence } from './evidence.tsx'
import { home } from './home.tsx'
import { layout } from './layout.tsx'
import { release, releases } from './releases.tsx'

function glossary(assets: Assets, { entries }: GlossaryModel): string {
  return layout({
    assets,
    title: 'Glossary',
    path: '/glossary',
    children: (
      <>
        <h1>Glossary</h1>
        <dl class="glossary">
          {entries.map(({ term, meaning }) => (
            <div id={term.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </>
    ),
  })
}

function notFound(assets: Assets, { what }: { readonly what: string }): string {
  return layout({
    assets,
    title: 'Not found',
    path: '',
    children: (
      <>
        <h1>Not found</h1>
        <p>{what}</p>
        <p>
          <a href="/releases">All releases in service</a>
        </p>
      </>
    ),
  })
}

export const pages: Pages = { home, releases, release, evidence, glossary, notFound }
