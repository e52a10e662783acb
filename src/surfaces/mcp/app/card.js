// The card of a project in a host of MCP Apps. The host passes the result of get_project; nothing is fetched. Words of the
// result become text, never markup.
const SEEN = '2026-01-26'
const part = (id) => document.getElementById(id)
const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const copyOf = (id) => part(id).content.firstElementChild.cloneNode(true)

let opensLinks = false

/** The subject of a sentence and what it says: “Build momentum: 81.7 of 100.” */
function partsOf({ statement }) {
  const at = statement.indexOf(': ')
  return at < 0 ? ['', statement] : [statement.slice(0, at), statement.slice(at + 2).replace(/\.$/, '')]
}

/** What a claim rests on, in the words of its pop-up. */
function accountOf({ rule, evidence = [], evidenceTotal, observedAt, asOf, reason }) {
  return [
    ...(rule ? [`Concluded by the rule ${rule}.`] : []),
    ...(observedAt ? [`Read ${observedAt}.`] : []),
    ...(asOf ? [`As of ${asOf}.`] : []),
    ...(evidence.length > 0
      ? [`Evidence: ${evidence.join(', ')}${evidenceTotal > evidence.length ? ` of ${evidenceTotal}` : ''}.`]
      : []),
    ...(reason ? [`Not held: ${reason}. It is never zero, none or no.`] : []),
  ]
}

/** The attribute that says what an element rests on, as on the pages. */
function restOn(mark, { kind, rule, evidence, reason }) {
  delete mark.dataset.service
  if (kind === 'UNKNOWN') mark.dataset.unknown = reason ?? 'NOT_RECORDED'
  else if (rule) mark.dataset.rule = rule
  else if (evidence) mark.dataset.evidence = evidence[0]
}

let last = 0

/** The component of a claim, filled in with it. */
function figureOf(claim, [name, words]) {
  const isUnknown = claim.kind === 'UNKNOWN'
  const isStatus = !isUnknown && name === 'Activity status'
  const known = isStatus ? 'status' : 'figure'
  const mark = copyOf(isUnknown ? 'unknown' : known)
  const [value, ...more] = isStatus ? words.split(/(?<=^[A-Z]+)(?=[.;])/) : [words]
  if (isStatus) mark.classList.replace('unknown', value.toLowerCase())
  restOn(mark, claim)
  const account = mark.querySelector('.account')
  last += 1
  account.id = `claim-${last}`
  mark.querySelector('button').setAttribute('popovertarget', account.id)
  if (isUnknown) mark.querySelector('.clock').textContent = claim.reason ?? ''
  else mark.querySelector('data').textContent = value
  const title = document.createElement('strong')
  title.textContent = `${name || 'Record'} (${claim.kind})`
  const lines = accountOf(claim).map((line) => {
    const span = document.createElement('span')
    span.textContent = line
    return span
  })
  account.replaceChildren(title, ...lines)
  return [mark, more.join('').replace(/^[.;] /, '')]
}

function rowOf(claim) {
  const parts = partsOf(claim)
  const [mark, more] = figureOf(claim, parts)
  const row = copyOf('row')
  row.querySelector('dt').textContent = parts[0]
  row.querySelector('dd').append(mark)
  if (more !== '') {
    const help = document.createElement('p')
    help.className = 'help'
    help.textContent = more
    row.querySelector('dd').append(help)
  }
  return row
}

/** Shows the result of a tool: its claims, or why there are none. */
function show({ structuredContent, content = [] }) {
  const { claims = [], project, truncated, disclaimer } = structuredContent ?? {}
  part('name').firstElementChild.textContent = project?.name ?? 'No project'
  part('claims').replaceChildren(...claims.map(rowOf))
  part('more').hidden = truncated !== true
  part('said').textContent =
    disclaimer ?? (claims.length === 0 ? content.map(({ text }) => text).join(' ') : '')
  const open = part('open')
  open.hidden = !opensLinks || project?.url === undefined
  open.onclick = () =>
    post({ id: `link-${project.url}`, method: 'ui/open-link', params: { url: project.url } })
}

const HEARD = {
  'ui/notifications/tool-result': show,
  'ui/notifications/tool-input': () => {
    part('said').textContent = 'Reading the records.'
  },
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return
  if (data.id === 'begin' && data.result !== undefined) {
    opensLinks = data.result.hostCapabilities?.openLinks !== undefined
    post({ method: 'ui/notifications/initialized', params: {} })
  } else if (data.method === 'ping' || data.method === 'ui/resource-teardown') {
    post({ id: data.id, result: {} })
  } else HEARD[data.method]?.(data.params)
})

new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect()
  const params = { width: Math.ceil(width), height: Math.ceil(height) }
  post({ method: 'ui/notifications/size-changed', params })
}).observe(document.documentElement)

post({
  id: 'begin',
  method: 'ui/initialize',
  params: {
    appInfo: { name: 'project-card', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: SEEN,
  },
})
