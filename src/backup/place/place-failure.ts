import { FileMissing } from '../../platform/file-store/file-store.ts'
import { failureReason } from '../../platform/files/failure-reasons.ts'
import { PlaceFailure } from './place.ts'

/** Makes every failure of a place name the place and the object. */
export function named(place: string): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  return async (key, work) => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof FileMissing) throw error
      if ((error as Error).name === 'AbortError') throw error
      const reason = failureReason(error) ?? (error as Error).message
      throw new PlaceFailure(`${key} in ${place}: ${reason}`, { cause: error })
    }
  }
}
