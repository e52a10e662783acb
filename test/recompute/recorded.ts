import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Served, State } from './world/state.ts'

type Recorded = Omit<State, 'get'> & { readonly answers: ReadonlyMap<string, Served> }

type Recording = {
  readonly state: State
  readonly answers: ReadonlyMap<string, Served>
  readonly save: (folder: string) => Promise<void>
}

/** A state that keeps each answer of the service. The state and its answers can be written to a folder. */
export function recording(state: State): Recording {
  const answers = new Map<string, Served>()
  const { get, ...rest } = state
  return {
    answers,
    state: {
      ...rest,
      async get(path, accept) {
        const answer = await get(path, accept)
        answers.set(keyOf(path, accept), answer)
        return answer
      },
    },
    async save(folder) {
      await mkdir(folder, { recursive: true })
      const recorded: Recorded = { ...rest, answers }
      const file = `${state.now} ${state.name}.state`.replaceAll(/[^\w.]+/g, '-')
      await writeFile(join(folder, file), serialize(recorded))
    },
  }
}

/** The states recorded in a folder, in the order of their times. */
export function* recordedStates(folder: string): Generator<State> {
  for (const file of readdirSync(folder).toSorted()) {
    const { answers, ...rest } = deserialize(readFileSync(join(folder, file))) as Recorded
    yield {
      ...rest,
      get(path, accept) {
        const answer = answers.get(keyOf(path, accept))
        if (answer === undefined) throw new Error(`${file} has no answer of ${path}: record the states again`)
        return Promise.resolve(answer)
      },
    }
  }
}

/** The name of an answer: its path, and the media type that was asked for. */
export function keyOf(path: string, accept: string | undefined): string {
  return accept === undefined ? path : `${path} ${accept}`
}
