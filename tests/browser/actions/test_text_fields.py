"""Text into input and textarea: page-shapes 1a rows 6-18, C14, C111, C113, D23, X17, X39."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_6_react_like_input_gets_its_state(selenium):
    """C111: past the element's own ``value`` accessor, then input; a button waits for the state."""
    from fixture import FramedPage, hands_on

    html = """<input id=f><button id=b disabled>Send</button><script>
      const proto = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); let seen = '';
      Object.defineProperty(f, 'value', {configurable: true, get() { return proto.get.call(this) },
        set(v) { seen = String(v); proto.set.call(this, v) }});
      document.addEventListener('input', e => { const now = proto.get.call(e.target);
        if (now !== seen) { seen = now; window.state = now; b.disabled = !now } });
      setInterval(() => { if (window.state === undefined) proto.set.call(f, '') }, 50)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#f", "Ada")
        assert result.ok, result.message
        assert "'Ada'" in result.message
        assert page.window.state == "Ada"
        assert not page.query("#b").disabled


@run_in_pyodide
async def test_row_9_blur_commits_before_a_disabled_button_is_refused(selenium):
    """Angular's updateOn blur: the button is enabled only when the field is left."""
    from fixture import FramedPage, hands_on

    html = """<form><input id=f name=n><button id=b type=button disabled>Save</button></form><script>
      f.addEventListener('input', () => window.dirty = true);
      f.addEventListener('blur', () => { window.touched = true; b.disabled = !window.dirty });
      b.addEventListener('click', () => window.saved = f.value)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#f", "Ada")).ok
        result = await hands.click("#b")
        assert result.ok, result.message
        assert page.window.saved == "Ada"
        assert page.window.touched


@run_in_pyodide
async def test_row_10_textarea_with_tracker_keeps_line_breaks(selenium):
    from fixture import FramedPage, hands_on

    html = """<textarea id=t>
 old watermark</textarea><script>
      const proto = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value'); let seen;
      Object.defineProperty(t, 'value', {get() { return proto.get.call(this) }, set(v) { seen = v; proto.set.call(this, v) }});
      t.addEventListener('input', () => { if (proto.get.call(t) !== seen) window.state = proto.get.call(t) });
      t.addEventListener('change', () => window.changed = true)</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#t", "one\ntwo\n\nfour")).ok
        assert page.window.state == "one\ntwo\n\nfour"
        assert page.window.changed
        assert (await hands.input_text("#t", "\nfive", mode="append")).ok
        assert page.window.state == "one\ntwo\n\nfour\nfive"
        assert (await hands.clear("#t")).ok
        assert page.query("#t").value == ""


@run_in_pyodide
async def test_row_11_typed_inputs_get_their_wire_format(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=n type=number><input id=d type=date><input id=t type=time><input id=l type=datetime-local>
      <input id=m type=month><input id=w type=week><input id=c type=color><input id=r type=range min=0 max=10 step=2>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for field, asked, held in (
            ("n", "1,234.5", "1234.5"),
            ("d", "5 March 2026", "2026-03-05"),
            ("d", "25/12/2026", "2026-12-25"),
            ("t", "3:30 pm", "15:30"),
            ("l", "2026-03-05 9:05", "2026-03-05T09:05"),
            ("m", "March 2026", "2026-03"),
            ("w", "2026-W7", "2026-W07"),
            ("c", "red", "#ff0000"),
            ("r", "6", "6"),
        ):
            result = await hands.input_text(f"#{field}", asked)
            assert result.ok, (field, result.message)
            assert page.query(f"#{field}").value == held
        for field, asked in (("n", "abc"), ("d", "soon"), ("c", "reddish"), ("d", "3/5/2026")):
            before = page.query(f"#{field}").value
            result = await hands.input_text(f"#{field}", asked)
            assert result.reason == "no_effect"
            assert page.query(f"#{field}").value == before
        result = await hands.input_text("#r", "50")
        assert result.reason == "no_effect"
        assert "from 0 to 10" in result.message


@run_in_pyodide
async def test_row_14_what_cannot_be_edited_is_refused_unchanged(selenium):
    """D23, D25, C135."""
    from fixture import FramedPage, hands_on

    html = """<input id=r readonly value=a><input id=d disabled value=a><fieldset disabled><input id=s value=a></fieldset>
      <button id=b>x</button><div id=v>text</div><select id=o><option>1<option>2</select><input id=k type=checkbox>
      <div inert><input id=i value=a></div><div aria-disabled=true><input id=a value=a></div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        before = page.document.body.innerHTML
        for field in "rdsbvokia":
            result = await hands.input_text(f"#{field}", "new")
            assert result.reason == "not_interactive", (field, result)
            assert result.message
        assert page.document.body.innerHTML == before
        assert [page.query(f"#{name}").value for name in "rdsia"] == ["a"] * 5
        assert "select" in (await hands.input_text("#o", "2")).message


@run_in_pyodide
async def test_row_15_replacing_needs_no_shortcut(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=f value=OLD><script>f.addEventListener('keydown', e => { if (e.ctrlKey || e.metaKey) e.preventDefault() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#f", "new")).ok
        assert page.query("#f").value == "new"


@run_in_pyodide
async def test_row_17_a_lost_character_is_reported(selenium):
    """X39: no_effect with what the field holds."""
    from fixture import FramedPage, hands_on

    html = """<input id=f><script>f.addEventListener('input', () => f.value = f.value.replace(/[.]/g, ''))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#f", "https://a.example")
        assert not result.ok
        assert result.reason == "no_effect"
        assert "https://aexample" in result.message


@run_in_pyodide
async def test_row_24_suggestions_stay_open_and_the_text_stays(selenium):
    """X18: the field keeps the focus, and a late list is waited for."""
    from fixture import FramedPage, hands_on

    html = """<input id=f role=combobox><ul id=l></ul><script>
      let picked = false; f.addEventListener('input', () => setTimeout(() => {
        l.innerHTML = '<li id=o>Paris, France</li>';
        o.addEventListener('mousedown', e => e.preventDefault());
        o.addEventListener('click', () => { picked = true; f.value = 'Paris, France'; l.innerHTML = '' }) }, 600));
      f.addEventListener('blur', () => { if (!picked) { f.value = ''; l.innerHTML = '' } })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#f", "Par")).ok
        assert page.query("#o")
        assert page.query("#f").value == "Par"
        assert (await hands.click("#o")).ok
        assert page.query("#f").value == "Paris, France"


@run_in_pyodide
async def test_maxlength_is_told(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage("<input id=f maxlength=5>") as page:
        hands = await hands_on(page)
        result = await hands.input_text("#f", "abcdefgh")
        assert result.reason == "no_effect"
        assert "at most 5" in result.message
        assert page.query("#f").value == "abcde"


@run_in_pyodide
async def test_a_mask_that_formats_is_no_failure(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=f><script>f.addEventListener('input', () => { const d = f.value.replace(/\\D/g, '').slice(0, 10);
      f.value = d.length > 6 ? `(${d.slice(0,3)}) ${d.slice(3,6)}-${d.slice(6)}` : d })</script>
      <input id=k><script>k.addEventListener('beforeinput', e => e.preventDefault());
      k.addEventListener('keypress', e => { if (/[0-9]/.test(e.key)) k.value += e.key })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.input_text("#f", "5551234567")
        assert result.ok, result.message
        assert "(555) 123-4567" in result.message
        result = await hands.input_text("#k", "42")
        assert result.ok, result.message
        assert page.query("#k").value == "42"


@run_in_pyodide
async def test_a_secret_is_reported_as_a_length_only(selenium):
    """X17, by the page's own patterns too."""
    import dataclasses

    from fixture import FramedPage, hands_on

    async with FramedPage(
        "<input id=p type=password><input id=c autocomplete=cc-number><input id=m name=member>"
    ) as page:
        hands = await hands_on(page)
        hands._scope.page.options = dataclasses.replace(hands._scope.page.options, secret_patterns=["member"])
        for field in ("#p", "#c", "#m"):
            result = await hands.input_text(field, "4111111111111111")
            assert result.ok
            assert "4111" not in result.message
            assert "16 characters" in result.message
            assert page.query(field).value == "4111111111111111"


@run_in_pyodide
async def test_a_label_or_wrapper_leads_to_its_field(selenium):
    from fixture import FramedPage, hands_on

    html = (
        """<label id=l>Name <input id=f></label><div id=w style="padding:4px"><input id=g style="width:60px"></div>"""
    )
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.input_text("#l", "Ada")).ok
        assert (await hands.input_text("#w", "Lovelace")).ok
        assert page.query("#f").value == "Ada"
        assert page.query("#g").value == "Lovelace"


@run_in_pyodide
async def test_row_60_a_field_in_a_frame_of_its_own_realm(selenium):
    from fixture import FramedPage, hands_on

    from pagehand.actions import text_fields

    html = """<iframe id=w style="width:300px;height:100px" srcdoc="<input id=f>"></iframe>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        frame = page.query("#w").contentDocument
        field = frame.querySelector("#f")
        entry = await text_fields.fill(hands._scope.bridge, field, "inside", hands._scope.two_frames)
        assert entry.problem is None
        assert field.value == "inside"


@run_in_pyodide
async def test_x17_a_refused_secret_is_not_quoted(selenium):
    from fixture import FramedPage, hands_on

    async with FramedPage("<input id=c type=number autocomplete=one-time-code>") as page:
        hands = await hands_on(page)
        result = await hands.input_text("#c", "12ab99")
        assert result.reason == "no_effect"
        assert "12ab99" not in result.model_dump_json()
        assert page.query("#c").value == ""
