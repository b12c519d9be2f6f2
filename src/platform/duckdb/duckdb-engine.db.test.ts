import { describeEngine } from '../../../test/support/contracts/engine-contract.ts'
import { aTemporaryDuckDb } from '../../../test/support/stores/temporary-duckdb.ts'
import type { Engine } from '../engine/engine.ts'

const removals = new Map<Engine, () => Promise<void>>()

describeEngine('DuckDB', {
  open: async () => {
    const { engine, remove } = await aTemporaryDuckDb()
    removals.set(engine, remove)
    return engine
  },
  close: async (engine) => removals.get(engine)?.(),
})
