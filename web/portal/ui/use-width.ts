import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element as it is laid out, for layouts that no media query can choose. */
export function useWidth<Box extends HTMLElement>(): readonly [RefObject<Box | null>, number] {
  const ref = useRef<Box>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
