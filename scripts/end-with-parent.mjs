// A preload (`node --import`): the program it is put before ends when its parent is gone, and need not know of it.
import { isMainThread } from 'node:worker_threads'
import { endWithAncestors } from './ancestors.mjs'

if (isMainThread) endWithAncestors(1)
