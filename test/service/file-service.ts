import { forFile } from '#test/run/for-file.ts'
import { type HttpService, openHttpService } from './http-service.ts'
import { type ListeningService, openListeningService } from './listening-service.ts'

type Options = Parameters<typeof openHttpService>[0]

/** The HTTP surface for the tests of a file. Call it outside of tests. */
export function httpServiceOfFile(options?: Options): Promise<HttpService> {
  return forFile(openHttpService(options))
}

/** The HTTP surface on a socket for the tests of a file. Call it outside of tests. */
export function listeningServiceOfFile(options?: Options): Promise<ListeningService> {
  return forFile(openListeningService(options))
}
