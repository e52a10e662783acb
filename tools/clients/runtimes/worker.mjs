import { ask } from './ask.mjs'

// biome-ignore lint/style/noDefaultExport: a worker is the default export of its module
export default {
  async fetch(request) {
    return Response.json(await ask(await request.json()))
  },
}
