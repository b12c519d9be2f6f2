import { pino } from 'pino'
import { Database } from '../../../../src/platform/postgres/database.ts'
import { startPageService } from '../states/page-service.ts'
import { fillPortal, type PortalWorld } from './portal-world.ts'

/** Starts a service in a process of its own and fills its portal, when the first state needs it. */
export function startPortalWorld(folder: string) {
  let starting: ReturnType<typeof start> | undefined
  return {
    world: async (): Promise<PortalWorld> => {
      starting ??= start(folder)
      return (await starting).world
    },
    stop: async (): Promise<void> => {
      await (await starting?.catch(() => undefined))?.stop()
    },
  }
}

async function start(folder: string) {
  const service = await startPageService(folder)
  const database = new Database(service.databaseUrl(), pino({ level: 'silent' }))
  const stop = async (): Promise<void> => {
    await database.close()
    await service.stop()
  }
  try {
    return { world: await fillPortal({ database, url: service.url }), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
