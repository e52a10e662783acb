// Copy a value, refresh the newest changes, try a read, and use a passkey (passkeys.js). Every page is complete without this file.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard
  button.addEventListener('click', async () => {
    const words = button.textContent
    const copied = await navigator.clipboard.writeText(button.dataset.copy).then(
      () => true,
      () => false,
    )
    button.textContent = copied ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = words
    }, 2000)
  })
}

const EVERY_MS = 60_000

/** Replaces the parts of the page that are marked as live by those of a new answer. The browser asks with the ETag. */
async function refresh(parts) {
  if (document.hidden) return
  // biome-ignore lint/style/noRestrictedGlobals: a page asks its own address, in the browser.
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of parts) {
    const next = fresh.getElementById(part.id)
    if (next && next.textContent !== part.textContent && !part.contains(document.activeElement))
      part.replaceChildren(...next.childNodes)
  }
}

const live = [...document.querySelectorAll('[data-live]')]
if (live.length > 0) setInterval(() => refresh(live).then(undefined, () => 'the next time'), EVERY_MS)

/** The form that asks a read: every parameter can be changed, those left empty are left out, and the answer is shown here. */
for (const form of document.querySelectorAll('form[data-try]')) {
  const said = form.querySelector('.address')
  const shown = form.nextElementSibling
  for (const field of form.querySelectorAll('[readonly], [disabled]')) {
    field.readOnly = false
    field.disabled = false
  }
  const addressOf = () => {
    const path = form.dataset.try.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(form.querySelector(`[data-path="${name}"]`).value.trim()),
    )
    const given = [...new FormData(form)].filter(([, value]) => value !== '')
    return given.length === 0 ? path : `${path}?${String(new URLSearchParams(given)).replaceAll('%2C', ',')}`
  }
  const tell = () => {
    said.textContent = `GET ${addressOf()}`
  }
  const show = async (address) => {
    // biome-ignore lint/style/noRestrictedGlobals: a page asks the service that served it, in the browser.
    const answer = await fetch(address)
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const text = await answer.text()
    const isJson = /json/.test(answer.headers.get('content-type'))
    tellAnswer(`Status ${answer.status}`, [
      isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
      headers,
    ])
  }
  const tellAnswer = (status, parts) => {
    shown.hidden = false
    shown.firstElementChild.textContent = status
    for (const [at, code] of shown.querySelectorAll('code').entries()) code.textContent = parts[at] ?? ''
  }
  form.addEventListener('input', tell)
  tell()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = addressOf()
    if (form.dataset.shown === undefined) location.assign(address)
    else show(address).catch((error) => tellAnswer(`No answer: ${error.message}`, []))
  })
}
