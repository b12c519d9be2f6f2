import { useEffect, useState } from 'react'

const REST_MS = 250

/** A value once nobody has changed it for a moment. */
export function useResting<Value>(value: Value, ms = REST_MS): Value {
  const [resting, setResting] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return resting
}
