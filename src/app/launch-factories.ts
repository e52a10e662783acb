import type { Hex } from '#collectors/chain/parse.ts'
import type { LaunchFactory } from '#collectors/chain/reading.ts'
import { toAddress } from '#contract/ids.ts'
import type { Environment } from './settings.ts'

type TopicName = 'LAUNCH_TOPIC' | 'LAUNCH_CURVE_TOPIC' | 'LAUNCH_TRADE_TOPIC' | 'LAUNCH_GRADUATION_TOPIC'

/**
 * The launch factories, each with the topics of its logs.
 * @throws Error when only some of the stage topics are set, when stage topics are set without a factory, and when the
 * number of topics is neither one nor the number of factories
 */
export function readLaunchFactories(env: Environment): readonly LaunchFactory[] {
  const addresses = env.LAUNCH_FACTORY_ADDRESS?.split(',').map(toAddress) ?? []
  const topicsOf = (name: TopicName) => readTopics({ name, text: env[name], factories: addresses.length })
  const launch = topicsOf('LAUNCH_TOPIC')
  const curve = topicsOf('LAUNCH_CURVE_TOPIC')
  const trade = topicsOf('LAUNCH_TRADE_TOPIC')
  const graduation = topicsOf('LAUNCH_GRADUATION_TOPIC')
  const stages = [curve, trade, graduation]
  const hasStages = stages.some((topics) => topics !== undefined)
  if (hasStages && (addresses.length === 0 || stages.includes(undefined)))
    throw new Error(
      'Set LAUNCH_FACTORY_ADDRESS, LAUNCH_CURVE_TOPIC, LAUNCH_TRADE_TOPIC and LAUNCH_GRADUATION_TOPIC together, or no topic: the stage of a launch needs all of them',
    )
  return addresses.map((address, place) => ({
    address,
    launchTopic: launch?.[place],
    stageTopics: stagesOf(curve?.[place], trade?.[place], graduation?.[place]),
  }))
}

function stagesOf(curve?: Hex, trade?: Hex, graduation?: Hex): LaunchFactory['stageTopics'] {
  if (curve === undefined || trade === undefined || graduation === undefined) return undefined
  return { curve, trade, graduation }
}

/** The topic of each factory; a single topic holds for all factories. Undefined when no topic is set. */
function readTopics(given: {
  readonly name: TopicName
  readonly text: string | undefined
  readonly factories: number
}): readonly Hex[] | undefined {
  const { name, text, factories } = given
  if (text === undefined) return undefined
  const topics = text.split(',') as Hex[]
  const [first] = topics
  if (first !== undefined && topics.length === 1) return Array.from({ length: factories }, () => first)
  if (topics.length === factories) return topics
  throw new Error(
    `Invalid ${name}: "${text}", expected one topic, or as many as LAUNCH_FACTORY_ADDRESS has addresses (${factories})`,
  )
}
