import type { Assets, ChangesModel, GlossaryModel, Pages } from '../models.ts'
import { ChangeList } from './changes.tsx'
import { evidence } from './evidence.tsx'
import { home } from './home.tsx'
import { html, Page } from './layout.tsx'
import { release, releases } from './releases.tsx'

function glossary(assets: Assets, { entries }: GlossaryModel): string {
  return html(
    <Page assets={assets} title="Glossary" path="/glossary">
      <h1>Glossary</h1>
      <dl class="glossary">
        {entries.map(({ term, meaning }) => (
          <div id={term.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Page>,
  )
}

function changes(assets: Assets, model: ChangesModel): string {
  return html(
    <Page assets={assets} title="Changes" path="/changes">
      <h1>Changes</h1>
      <p>
        Events of releases from the signed log, newest first. Also available as a feed:{' '}
        <a href="/changes.atom">changes.atom</a>.
      </p>
      {model.changes.length === 0 ? <p>Nothing is signed yet.</p> : <ChangeList changes={model.changes} named />}
    </Page>,
  )
}

function notFound(assets: Assets, { title, what }: { readonly title: string; readonly what: string }): string {
  return html(
    <Page assets={assets} title={title} path="">
      <h1>{title}</h1>
      <p>{what}</p>
      <p>
        <a href="/">The calculator</a> · <a href="/releases">All releases in service</a>
      </p>
    </Page>,
  )
}

export const pages: Pages = { home, releases, release, evidence, changes, glossary, notFound }
