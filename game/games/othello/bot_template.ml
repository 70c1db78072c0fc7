(* A bot for Othello in OCaml: alpha-beta search to a fixed depth, with corners and edges for its judgement.
   The server writes a line of JSON for each turn; this program answers with the text of a move. *)

let depth = 3
let most = 1_000_000
let nodes = ref 0

(* The size of the board, and of a row with its border. *)
let size = ref 8
let width = ref 10

(* Cells are 0 empty, 1 X, 2 O, 3 border. *)
let at row column = ((row + 1) * !width) + column + 1

(* Put a disc and turn what it encloses; false, with nothing changed, if that is nothing. *)
let play board cell me =
  if Bytes.get_uint8 board cell <> 0 then false
  else begin
    let w = !width in
    let turned = ref false in
    let along step =
      let till = ref (cell + step) in
      while Bytes.get_uint8 board !till = 3 - me do till := !till + step done;
      if Bytes.get_uint8 board !till = me then begin
        till := !till - step;
        while !till <> cell do
          Bytes.set_uint8 board !till me;
          turned := true;
          till := !till - step
        done
      end
    in
    along (-w - 1); along (-w); along (-w + 1); along (-1);
    along 1; along (w - 1); along w; along (w + 1);
    if !turned then Bytes.set_uint8 board cell me;
    !turned
  end

let worth row column =
  let last = !size - 1 in
  match row = 0 || row = last, column = 0 || column = last with
  | true, true -> 25
  | false, false -> 1
  | _ -> 5

(* What the discs are worth to me: by their places, or, when the game is over, by their number. *)
let total board me over =
  let sum = ref 0 in
  for row = 0 to !size - 1 do
    for column = 0 to !size - 1 do
      let owner = Bytes.get_uint8 board (at row column) in
      if owner <> 0 then begin
        let each = if over then 1000 else worth row column in
        sum := if owner = me then !sum + each else !sum - each
      end
    done
  done;
  !sum

exception Cut

(* What the position is worth to me, who am to move. *)
let rec search board me depth alpha beta passed =
  incr nodes;
  if depth = 0 then total board me false
  else begin
    let alpha = ref alpha and moved = ref false in
    try
      for row = 0 to !size - 1 do
        for column = 0 to !size - 1 do
          let cell = at row column in
          if Bytes.get_uint8 board cell = 0 then begin
            let child = Bytes.copy board in
            if play child cell me then begin
              moved := true;
              let value = -search child (3 - me) (depth - 1) (-beta) (- !alpha) false in
              if value >= beta then raise_notrace Cut;
              if value > !alpha then alpha := value
            end
          end
        done
      done;
      if !moved then !alpha
      else if passed then total board me true
      else -search board (3 - me) depth (-beta) (- !alpha) true
    with Cut -> beta
  end

(* The best of the legal moves, which are texts such as d3. *)
let choose position legal =
  let cells = String.index position ' ' in
  size := int_of_float (Float.round (sqrt (float_of_int cells)));
  width := !size + 2;
  let board = Bytes.make (!width * !width) '\003' in
  for place = 0 to cells - 1 do
    let owner = match position.[place] with 'X' -> 1 | 'O' -> 2 | _ -> 0 in
    Bytes.set_uint8 board (at (place / !size) (place mod !size)) owner
  done;
  let me = if position.[cells + 1] = 'X' then 1 else 2 in
  let best = ref (List.hd legal) and best_value = ref (-most) in
  List.iter
    (fun move ->
      let child = Bytes.copy board in
      let row = int_of_string (String.sub move 1 (String.length move - 1)) - 1 in
      ignore (play child (at row (Char.code move.[0] - Char.code 'a')) me);
      let value = -search child (3 - me) (depth - 1) (-most) (- !best_value) false in
      if value > !best_value then begin
        best_value := value;
        best := move
      end)
    legal;
  !best

(* Where a text begins in a line, from a place on. *)
let rec find line text from =
  if from + String.length text > String.length line then None
  else if String.sub line from (String.length text) = text then Some from
  else find line text (from + 1)

(* What stands in a line between the first of two texts and the next. *)
let between line first last =
  match find line first 0 with
  | None -> ""
  | Some place -> (
      let from = place + String.length first in
      match find line last from with None -> "" | Some till -> String.sub line from (till - from))

let moves_of line =
  between line "\"legal\":[" "]" |> String.split_on_char '"' |> List.filteri (fun place _ -> place mod 2 = 1)

let () =
  try
    while true do
      let line = input_line stdin in
      if find line "\"start\"" 0 <> None then print_endline "{\"ready\": [\"position\"]}"
      else if find line "\"turn\"" 0 <> None then begin
        let move = choose (between line "\"position\":\"" "\"") (moves_of line) in
        Printf.printf "{\"note\": \"%d positions\"}\n{\"move\": \"%s\"}\n%!" !nodes move
      end
      else raise End_of_file
    done
  with End_of_file -> ()
