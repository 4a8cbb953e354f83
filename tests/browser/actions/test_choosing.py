"""Choosing: page-shapes 1b, C15, C112, D26, X16."""

from pytest_pyodide import run_in_pyodide


@run_in_pyodide
async def test_row_19_input_change_and_blur_around_a_choice(selenium):
    from fixture import FramedPage, hands_on

    html = """<select id=s><option>A<option value=bee>B<option disabled>C</select><script>window.heard = [];
      for (const kind of ['focus', 'input', 'change', 'blur']) s.addEventListener(kind, () => heard.push(kind))</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#s", "B")
        assert result.ok, result.message
        assert page.query("#s").value == "bee"
        assert list(page.window.heard) == ["focus", "input", "change", "blur"]
        assert any("selected" in change for change in result.changes), result.changes


@run_in_pyodide
async def test_row_20_an_unknown_option_changes_nothing(selenium):
    """X16, D26: exactly, then without case and space, then by value; ambiguous or disabled ones are refused."""
    from fixture import FramedPage, hands_on

    html = """<select id=s><option value=1>One<option value=2>  Two words <option value=3>same<option value=4>Same
      <option value=5 disabled>Off<optgroup label=EU><option value=fr>France</optgroup><optgroup label=Other><option value=fx>France</optgroup></select>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for wanted, value in (("two words", "2"), ("Same", "4"), ("1", "1"), ("fx", "fx"), ("EU > France", "fr")):
            result = await hands.select_option("#s", wanted)
            assert result.ok, (wanted, result.message)
            assert page.query("#s").value == value
        for wanted in ("Four", "SAME", "Off", "France", ""):
            result = await hands.select_option("#s", wanted)
            assert result.reason == "not_found", wanted
            assert page.query("#s").value == "fr"
        assert "'One'" in (await hands.select_option("#s", "Four")).message


@run_in_pyodide
async def test_a_multiple_choice_keeps_all(selenium):
    from fixture import FramedPage, hands_on

    html = "<select id=s multiple><option>A<option selected>B<option>C</select><select id=o><option>A<option>B</select>"
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.select_option("#s", ["A", "C"])).ok
        assert [option.text for option in page.query("#s").selectedOptions] == ["A", "C"]
        assert (await hands.select_option("#s", ["A", "Z"])).reason == "not_found"
        assert [option.text for option in page.query("#s").selectedOptions] == ["A", "C"]
        assert (await hands.select_option("#s", [])).ok
        assert page.query("#s").selectedOptions.length == 0
        assert (await hands.select_option("#o", ["A", "B"])).reason == "not_interactive"


@run_in_pyodide
async def test_row_19_a_choice_that_the_page_resets_is_no_success(selenium):
    from fixture import FramedPage, hands_on

    html = "<select id=s><option>A<option>B</select><script>s.addEventListener('change', () => s.value = 'A')</script>"
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#s", "B")
        assert (result.ok, result.reason) == (False, "no_effect")
        assert "'A'" in result.message


@run_in_pyodide
async def test_row_22_and_26_a_combobox_with_a_list_elsewhere(selenium):
    """Opened on pointerdown, drawn late, in a portal; chosen by a press, and read back."""
    from fixture import FramedPage, hands_on

    html = """<button id=b role=combobox aria-haspopup=listbox aria-expanded=false aria-controls=x>Pick</button><script>
      b.addEventListener('pointerdown', () => { if (b.ariaExpanded === 'true') return; b.ariaExpanded = 'true';
        setTimeout(() => { const l = document.createElement('div'); l.id = 'x'; l.setAttribute('role', 'listbox');
          for (const name of ['Apple', 'Banana', 'Cherry']) { const o = document.createElement('div'); o.textContent = name;
            o.setAttribute('role', 'option'); l.append(o);
            o.addEventListener('pointerup', () => { b.textContent = name; b.ariaExpanded = 'false'; l.remove() }) }
          document.body.append(l) }, 250) });
      document.addEventListener('keydown', e => { if (e.key === 'Escape') { document.querySelector('#x')?.remove(); b.ariaExpanded = 'false' } })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#b", "banana")
        assert result.ok, result.message
        assert page.query("#b").textContent == "Banana"
        result = await hands.select_option("#b", "Durian")
        assert result.reason == "not_found"
        assert "'Cherry'" in result.message
        assert page.query("#b").textContent == "Banana"
        assert not page.query("#x")


@run_in_pyodide
async def test_row_24_an_autocomplete_is_committed_by_its_suggestion(selenium):
    from fixture import FramedPage, hands_on

    html = """<input id=f role=combobox aria-autocomplete=list aria-controls=l aria-expanded=false><ul id=l role=listbox hidden></ul><script>
      const all = ['Berlin', 'Bern', 'Paris']; let picked = ''; let timer;
      f.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { l.innerHTML = '';
        for (const name of all.filter(a => a.toLowerCase().startsWith(f.value.toLowerCase()))) {
          const o = document.createElement('li'); o.setAttribute('role', 'option'); o.textContent = name; l.append(o);
          o.addEventListener('mousedown', e => e.preventDefault());
          o.addEventListener('click', () => { picked = f.value = name; l.hidden = true; f.ariaExpanded = 'false' }) }
        l.hidden = false; f.ariaExpanded = 'true' }, 600) });
      f.addEventListener('blur', () => { if (f.value !== picked) f.value = picked; l.hidden = true })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#f", "Bern")
        assert result.ok, result.message
        assert page.query("#f").value == "Bern"
        assert page.window.eval("picked") == "Bern"


@run_in_pyodide
async def test_row_27_a_dropdown_without_any_role(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=d style="width:90px;cursor:pointer"><span id=v>Size</span></div><div id=p hidden><div>Small</div><div>Large</div></div><script>
      d.addEventListener('click', () => p.hidden = !p.hidden);
      p.addEventListener('click', e => { v.textContent = e.target.textContent; p.hidden = true })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#d", "Large")
        assert result.ok, result.message
        assert page.query("#v").textContent == "Large"


@run_in_pyodide
async def test_row_28_a_drawn_select_around_an_invisible_input(selenium):
    from fixture import FramedPage, hands_on

    html = """<div id=w style="width:160px;height:30px;border:1px solid;position:relative"><span style="position:absolute;inset:0">
      <input id=i role=combobox aria-expanded=false aria-controls=x readonly style="opacity:0;width:0;border:0;padding:0"></span><span id=v>none</span></div><script>
      w.addEventListener('mousedown', () => { if (document.querySelector('#x')) return; i.ariaExpanded = 'true';
        const l = document.createElement('ul'); l.id = 'x'; l.setAttribute('role', 'listbox'); document.body.append(l);
        l.innerHTML = '<li role=option>One<li role=option>Two'; l.addEventListener('click', e => { v.textContent = e.target.textContent; l.remove(); i.ariaExpanded = 'false' }) })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#w", "Two")
        assert result.ok, result.message
        assert page.query("#v").textContent == "Two"


@run_in_pyodide
async def test_a_virtual_list_is_scrolled_to_the_option(selenium):
    from fixture import FramedPage, hands_on

    html = """<button id=b role=combobox aria-expanded=false aria-controls=x>Pick</button><div id=x role=listbox hidden
      style="height:100px;overflow:auto;position:relative;width:120px"><div style="height:4000px"></div></div><script>
      const draw = () => { x.querySelectorAll('[role=option]').forEach(o => o.remove()); const first = Math.floor(x.scrollTop / 20);
        for (let n = first; n < Math.min(first + 6, 200); n++) { const o = document.createElement('div'); o.setAttribute('role', 'option');
          o.textContent = 'Item ' + n; o.style.cssText = `position:absolute;height:20px;top:${n * 20}px`; x.append(o);
          o.addEventListener('click', () => { b.textContent = o.textContent; x.hidden = true; b.ariaExpanded = 'false' }) } };
      x.addEventListener('scroll', draw); b.addEventListener('click', () => { x.hidden = false; b.ariaExpanded = 'true'; draw() })</script>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        result = await hands.select_option("#b", "Item 57")
        assert result.ok, result.message
        assert page.query("#b").textContent == "Item 57"


@run_in_pyodide
async def test_a_datalist_suggestion(selenium):
    from fixture import FramedPage, hands_on

    html = "<input id=f list=l><datalist id=l><option value=DE label=Germany><option value=FR label=France></datalist>"
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        assert (await hands.select_option("#f", "France")).ok
        assert page.query("#f").value == "FR"
        assert (await hands.select_option("#f", "Spain")).reason == "not_found"
        assert page.query("#f").value == "FR"


@run_in_pyodide
async def test_row_43_a_covered_or_hidden_select_is_refused(selenium):
    """C135: a cover, no place on the page, and disabled, each with its own reason; the choice stays."""
    from fixture import FramedPage, hands_on

    html = """<select id=s><option>A<option>B</select><select id=h hidden><option>A<option>B</select><select id=d disabled><option>A<option>B</select>
      <div id=c style="position:fixed;inset:0;background:#0008">Cookies</div>"""
    async with FramedPage(html) as page:
        hands = await hands_on(page)
        for name, reason in (("s", "covered"), ("h", "not_visible"), ("d", "not_interactive")):
            assert (await hands.select_option(f"#{name}", "B")).reason == reason
            assert page.query(f"#{name}").value == "A"
        page.query("#c").remove()
        assert (await hands.select_option("#s", "B")).ok
        assert page.query("#s").value == "B"
