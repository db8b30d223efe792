if ('marked' in globalThis) throw new Error('cannot be loaded after a neighbour that leaves a mark');
