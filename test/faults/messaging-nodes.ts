import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type ServiceProcess, startService, temporaryDataFolder } from '../support/processes/service-process.ts'
import type { Random } from '../support/random/seeded-random.ts'
import { createTestDatabase } from '../support/stores/test-database.ts'

type Node = { readonly role: Role; url: string; running: Promise<ServiceProcess> }
type Role = 'all' | 'api' | 'worker'
type Plan = { readonly random: Random; readonly killMsMax: number }

/** Nodes of one installation in processes of their own, and the key of its first merchant. */
export async function startMessagingNodes(roles: readonly Role[], environment: Readonly<Record<string, string>>) {
  const folder = temporaryDataFolder()
  const common = {
    DATABASE_URL: await createTestDatabase(),
    QUITTANCE_LOG_LEVEL: 'warn',
    QUITTANCE_PAGE_RATE_LIMIT: '0',
    // A charge counts as lost after two such times.
    QUITTANCE_PROCESSOR_TIMEOUT_SECONDS: '5',
  }
  const start = async (node: Pick<Node, 'role'>): Promise<ServiceProcess> =>
    startService(folder, { ...common, QUITTANCE_ROLE: node.role, ...environment })
  const nodes: Node[] = []
  onTestFinished(async () => {
    for (const node of await Promise.allSettled(nodes.map(({ running }) => running)))
      if (node.status === 'fulfilled') await node.value.kill()
  })
  // The first one prepares the installation.
  for (const role of roles) {
    const running = start({ role })
    nodes.push({ role, running, url: '' })
    if (nodes.length === 1) await running
  }
  const follow = async (node: Node): Promise<void> => {
    node.url = (await node.running).url
  }
  await Promise.all(nodes.map(follow))
  const { merchant } = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
  let asked = 0

  const killOne = async ({ random, killMsMax }: Plan): Promise<void> => {
    await sleep(random.integer(0, killMsMax))
    const node = nodes[random.integer(0, nodes.length - 1)]
    if (node === undefined) return
    await (await node.running).kill()
    node.running = start(node)
    await follow(node)
  }
  return {
    key: merchant.bearer.key as string,
    /** The next of the nodes that take requests; it may have just been killed. */
    url: (): string => {
      const serving = nodes.filter(({ role }) => role !== 'worker')
      asked += 1
      return serving[asked % serving.length]?.url ?? ''
    },
    /** Kills nodes, one after the other, while the work goes on. */
    whileKilling: async <T>(kills: number, plan: Plan, work: () => Promise<T>): Promise<T> => {
      const kill = async (): Promise<void> => {
        for (let count = 0; count < kills; count += 1) await killOne(plan)
      }
      const [result] = await Promise.all([work(), kill()])
      return result
    },
  }
}
