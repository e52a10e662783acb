/** Forms of the account page that a passkey completes: the service is asked for a challenge, the browser answers it. */
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const said = form.querySelector('[role=status]')
  const isAble = window.PublicKeyCredential?.parseCreationOptionsFromJSON !== undefined
  form.querySelector('button').disabled = !isAble
  if (!isAble) said.textContent = 'This browser offers no passkeys here.'
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    said.textContent = ''
    answerChallenge(form).then(
      () => form.submit(),
      (error) => {
        const isLeft = error.name === 'NotAllowedError'
        said.textContent = isLeft ? 'No passkey was used. Try again.' : error.message
      },
    )
  })
}

async function answerChallenge(form) {
  // biome-ignore lint/style/noRestrictedGlobals: a page asks the service that served it, in the browser.
  const answer = await fetch(form.dataset.challenge, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
    headers: { accept: 'application/json' },
  })
  const asked = await answer.json()
  if (!answer.ok) throw new Error(asked.message)
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
        })
  form.elements.passkey.value = JSON.stringify(credential.toJSON())
}

/** An invitation comes after the hash of the address, which no server sees. */
const invited = new URLSearchParams(location.hash.slice(1)).get('invitation')
const invitation = document.getElementById('invitation')
if (invited !== null && invitation !== null) {
  invitation.value = invited
  history.replaceState(null, '', location.pathname)
}
