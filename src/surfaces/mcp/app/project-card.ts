import { readFileSync } from 'node:fs'
import type { Resource } from '@modelcontextprotocol/server'
import { missing, ownRecord } from '../../pages/basis.ts'
import { figure } from '../../pages/components/figure.ts'
import { named } from '../../pages/components/quote.ts'
import { statusMark } from '../../pages/components/status.ts'
import { unknownMark } from '../../pages/components/unknown.ts'
import { type Html, html, trustedFile } from '../../pages/markup.ts'
import { NO_READINGS, type Sheet } from '../../pages/sheet.ts'

/** The media type of an app. @source MCP Apps 2026-01-26 */
const APP = 'text/html;profile=mcp-app'

/** An app reaches no other origin: it shows what the host passes on. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
}

/** The card of a project, drawn from the result of get_project by the components of its page. */
export const PROJECT_CARD = {
  uri: 'ui://evidence-research-service/project',
  name: 'project-card',
  title: 'Card of a project',
  description: 'The result of get_project as a card: each value with what it rests on',
  mimeType: APP,
  _meta: META,
} satisfies Resource

/** A component is drawn empty here, and filled in by the script. */
const EMPTY: Sheet = {
  site: { baseUrl: '' },
  now: '1970-01-01T00:00:00.000Z' as Sheet['now'],
  sandbox: false,
  corrections: undefined,
  address: '/',
  menu: [],
  readings: NO_READINGS,
  nextId: () => 'claim-0',
}
const NOTHING = ownRecord('/')

function templates(): Html {
  return html`<template id="status">${statusMark({ status: 'UNKNOWN', label: '', basis: NOTHING }, EMPTY)}</template>
<template id="figure">${figure({ name: '', value: '', basis: NOTHING }, EMPTY)}</template>
<template id="unknown">${unknownMark({ name: '', basis: missing('NOT_RECORDED') }, EMPTY)}</template>
<template id="row"><div><dt></dt><dd></dd></div></template>`
}

const SHEETS = ['../../pages/assets/layout.css', '../../pages/assets/parts.css']

/** The document of the card: one file that loads no other. */
function cardDocument(): string {
  const style = SHEETS.map((sheet) => readFileSync(new URL(sheet, import.meta.url), 'utf8')).join('')
  const script = readFileSync(new URL('./card.js', import.meta.url), 'utf8')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card of a project</title>
<style>${trustedFile(style)}</style>
</head>
<body>
<main>
<h1 id="name">${named('…')}</h1>
<dl class="list" id="claims"></dl>
<p class="note" id="more" hidden>More is recorded than fits here.</p>
<p><button class="copy" type="button" id="open" hidden>Open the page of the project</button></p>
<p class="note" id="said">No result yet.</p>
</main>
${templates()}
<script type="module">${trustedFile(script)}</script>
</body>
</html>
`.toString()
}

/** The text of the resource, made once. */
export const PROJECT_CARD_TEXT = cardDocument()
