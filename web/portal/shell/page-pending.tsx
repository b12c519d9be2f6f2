import { SkeletonLines } from '../ui/skeleton.tsx'

/** Shown while a page takes longer than a moment. */
export function PagePending() {
  return (
    <div className="page">
      <SkeletonLines count={6} />
    </div>
  )
}
