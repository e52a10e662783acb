#!/usr/bin/env node
import { cardLines } from './card-lines.ts'
import { createClient } from './index.ts'

declare const process: { readonly argv: readonly string[]; exitCode: number }

const LOCAL = 'http://127.0.0.1:4663'
const USAGE = `Usage: evidence-research-client card 0x<address> [--url <address of the service>]

Prints the Partner Card of a token in plain words. Without --url it asks ${LOCAL}.`

const [command, token, option, url = LOCAL] = process.argv.slice(2)
if (command !== 'card' || token === undefined || (option !== undefined && option !== '--url')) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await print(token)
}

async function print(address: string): Promise<void> {
  try {
    const card = await createClient({ baseUrl: url }).getPartnerCard({ token: address })
    for (const line of cardLines(card)) console.log(line)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
