import type { Context, Session, Tab } from '../../tools/chromium.ts'

/** A virtual authenticator of Chromium. It approves every request. */
type VirtualAuthenticator = {
  /** Replaces the device by a new one. The old device and its passkeys are lost. */
  readonly replace: () => Promise<void>
  readonly session: Session
}

const OPTIONS = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
}

/** Gives a tab an authenticator without passkeys. */
export async function addAuthenticator(context: Context, tab: Tab): Promise<VirtualAuthenticator> {
  const session = await context.newCDPSession(tab)
  await session.send('WebAuthn.enable')
  const add = async () =>
    (await session.send('WebAuthn.addVirtualAuthenticator', { options: OPTIONS })) as {
      readonly authenticatorId: string
    }
  let present = await add()
  return {
    session,
    async replace() {
      await session.send('WebAuthn.removeVirtualAuthenticator', present)
      present = await add()
    },
  }
}
