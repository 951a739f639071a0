// Runs in every document before the page's own scripts: keeps account of what the page asks its server for and is
// answered, and of what changes on it. `number` holds the numbers of the fields of Streamlit's messages.
number => {
    const account = {
        asked: 0,        // runs that the page has asked for, those that a timer asks for left out
        waiting: [],     // those that no run has begun to answer yet: the fragment, or "" for the whole page
        running: true,   // whether a run has begun, or is still to begin for the first time, and has not ended
        changes: 0,      // in the document
    };

    // A message of protocol buffers: field -> its values, numbers or bytes.
    const fields = bytes => {
        const found = {};
        let at = 0;
        const varint = () => {
            let value = 0, unit = 1, byte;
            do { byte = bytes[at++]; value += (byte & 127) * unit; unit *= 128; } while (byte > 127);
            return value;
        };
        const chunk = length => bytes.subarray(at, at += length);
        while (at < bytes.length) {
            const tag = varint(), kind = tag % 8;
            (found[Math.floor(tag / 8)] ??= []).push(kind === 0 ? varint() : chunk({1: 8, 5: 4}[kind] ?? varint()));
        }
        return found;
    };
    const text = bytes => new TextDecoder().decode(bytes);
    const inside = (message, name) => fields(message[number[name]]?.[0] ?? new Uint8Array());

    const sent = message => {
        if (!(number.rerun_script in message)) return;
        const run = inside(message, 'rerun_script');
        if (run[number.is_auto_rerun]?.[0]) return;
        const fragment = text(run[number.fragment_id]?.[0] ?? new Uint8Array());
        account.waiting = fragment ? [...account.waiting, fragment] : [''];  // a whole run replaces what was asked before
        account.asked++;
    };
    const received = message => {
        if (number.new_session in message) {
            const run = inside(inside(message, 'metadata'), 'run');
            const fragments = (run[number.fragment_ids] ?? []).map(text);
            account.waiting = account.waiting.filter(one => !(fragments.length ? fragments : ['']).includes(one));
            account.running = true;
        }
        const end = message[number.script_finished]?.[0];
        if (end !== undefined && end !== number.FINISHED_EARLY_FOR_RERUN) account.running = false;
    };

    window.WebSocket = class extends WebSocket {
        constructor(...place) {
            super(...place);
            account.waiting = [];
            this.addEventListener('message', event => received(fields(new Uint8Array(event.data))));
        }
        send(bytes) {
            sent(fields(bytes));
            super.send(bytes);
        }
    };
    const everything = {subtree: true, childList: true, attributes: true, characterData: true};
    new MutationObserver(found => account.changes += found.length).observe(document, everything);

    const app = () => document.querySelector('[data-testid=stApp]')?.dataset ?? {};
    // What keeps the page from being at rest, in words; null when nothing does.
    const missing = () =>
        account.waiting.length ? `no run has begun for ${account.waiting.map(one => one || 'the page')}`
        : account.running ? 'a run has not ended'
        : app().testScriptState !== 'notRunning' ? 'the page has not taken in that the run ended'
        : app().testConnectionState !== 'CONNECTED' ? 'the page is not connected'
        : document.querySelector('[data-testid=stSkeleton]') ? 'an element is still to come'
        : document.querySelector('[data-testid=stVegaLiteChart]:not(:has(.marks))') ? 'a chart is not drawn'
        : document.fonts.status !== 'loaded' ? 'a font is on its way'
        : null;
    // Two frames and then an idle moment, in which the browser has nothing left to do; and none of it changed the page.
    const frame = () => new Promise(requestAnimationFrame);
    const idle = () => new Promise(requestIdleCallback);
    const quiet = async () => {
        const before = account.changes;
        await frame();
        await frame();
        await idle();
        return account.changes === before;
    };
    window.rest = {
        account,
        // Waits for rest; gives what is still missing when the time is over, or null.
        reached: async milliseconds => {
            const end = performance.now() + milliseconds;
            while (!(await quiet()) || missing() !== null)
                if (performance.now() > end) return missing() ?? 'it goes on changing';
            return null;
        },
    };
}
