// Two uses: copy a value, and refresh the newest changes. Every page is complete without this file.
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
