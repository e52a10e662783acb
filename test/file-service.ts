import { openHttpService } from './http-service.ts'
import { openListeningService } from './listening-service.ts'
import { openedForFile } from './opened-for-file.ts'

type Options = Parameters<typeof openHttpService>[0]

/** The HTTP surface for the tests of a file. */
export function httpServiceOfFile(options?: Options) {
  return openedForFile(() => openHttpService(options))
}

/** The HTTP surface on a socket for the tests of a file. */
export function listeningServiceOfFile(options?: Options) {
  return openedForFile(() => openListeningService(options))
}
