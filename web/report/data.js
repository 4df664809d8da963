// The data that the page carries: gzip in base64, in script elements that no browser runs.

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function readJson(id) {
  const element = document.getElementById(id);
  const stream = new Blob([bytesOfBase64(element.textContent)])
      .stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

// The details of one record. A block of them is unpacked when one of its records is first opened.
const detailBlocks = new Map();
const kBlocksKept = 32;

async function readDetails(record) {
  const block = Math.floor(record / meta.block);
  if (!detailBlocks.has(block)) {
    if (detailBlocks.size >= kBlocksKept) detailBlocks.delete(detailBlocks.keys().next().value);
    detailBlocks.set(block, readJson(`data-details-${block}`));
  }
  return (await detailBlocks.get(block))[record % meta.block];
}

let meta = null;     // about the run; see README.md
let columns = null;  // what the table shows of every record
