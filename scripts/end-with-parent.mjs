// A preload (`node --import`): ends the program when its parent is gone, without changes to the program.
import { isMainThread } from 'node:worker_threads'
import { endWithAncestors } from './ancestors.mjs'

if (isMainThread) endWithAncestors(1)
