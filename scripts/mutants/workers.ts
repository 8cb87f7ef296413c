/** Shares `items` among `workers`. A worker takes the next item when it finishes the last one. */
export async function inParallel<Worker, Item>(
  workers: Worker[],
  items: Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const drain = async (worker: Worker) => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(worker, item)
  }
  await Promise.all(workers.map(drain))
}
