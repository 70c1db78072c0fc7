{-# LANGUAGE BangPatterns #-}
-- A bot for Othello in Haskell: alpha-beta search to a fixed depth, with corners and edges for its judgement.
-- The server writes a line of JSON for each turn; this program answers with the text of a move.
module Main (main) where

import Data.Array.Unboxed (UArray, accumArray, (!), (//))
import Data.Char (ord)
import Data.List (foldl', isInfixOf, isPrefixOf, tails)
import System.IO (BufferMode (LineBuffering), hIsEOF, hSetBuffering, stdin, stdout)

-- | Cells are 0 empty, 1 X, 2 O, 3 border; the first number is the size.
data Board = Board !Int !(UArray Int Int)

depthOfAll, most :: Int
depthOfAll = 3
most = 1000000

at :: Int -> Int -> Int -> Int
at size row column = (row + 1) * (size + 2) + column + 1

-- | The board after a disc was put; Nothing if it turns none.
play :: Board -> Int -> Int -> Maybe Board
play (Board size cells) cell me
  | cells ! cell /= 0 || null turned = Nothing
  | otherwise = Just (Board size (cells // [(each, me) | each <- cell : turned]))
  where
    width = size + 2
    turned = concatMap (along []) [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
    along found step = go found (cell + step)
      where
        go reached to
          | cells ! to == 3 - me = go (to : reached) (to + step)
          | cells ! to == me = reached
          | otherwise = []

worth :: Int -> Int -> Int -> Int
worth size row column = case (edge row, edge column) of
  (True, True) -> 25
  (False, False) -> 1
  _ -> 5
  where
    edge place = place == 0 || place == size - 1

-- | What the discs are worth to me: by their places, or, when the game is over, by their number.
total :: Board -> Int -> Bool -> Int
total (Board size cells) me over = go 0 0 0
  where
    go !row !column !summed
      | row == size = summed
      | column == size = go (row + 1) 0 summed
      | otherwise = go row (column + 1) (summed + one row column (cells ! at size row column))
    one row column owner
      | owner == 0 = 0
      | owner == me = each row column
      | otherwise = negate (each row column)
    each row column = if over then 1000 else worth size row column

-- | What the position is worth to me, who am to move, and how many positions were looked at.
search :: Board -> Int -> Int -> Int -> Int -> Bool -> (Int, Int)
search board@(Board size cells) me depth alpha beta passed
  | depth == 0 = (total board me False, 1)
  | otherwise = go places alpha 1 False
  where
    places = [at size row column | row <- [0 .. size - 1], column <- [0 .. size - 1]]
    go [] !best !nodes moved
      | moved = (best, nodes)
      | passed = (total board me True, nodes)
      | otherwise = let (value, more) = search board (3 - me) depth (-beta) (-best) True in (-value, nodes + more)
    go (cell : rest) !best !nodes moved
      | cells ! cell /= 0 = go rest best nodes moved
      | otherwise = case play board cell me of
          Nothing -> go rest best nodes moved
          Just child ->
            let (value, more) = search child (3 - me) (depth - 1) (-beta) (-best) False
                known = nodes + more
             in if -value >= beta then (beta, known) else go rest (max best (-value)) known True

-- | The best of the legal moves, which are texts such as d3, and how many positions were looked at.
choose :: String -> [String] -> (String, Int)
choose position legal = let (best, _, nodes) = foldl' better (head legal, -most, 0) legal in (best, nodes)
  where
    (letters, turn) = break (== ' ') position
    size = round (sqrt (fromIntegral (length letters)) :: Double) :: Int
    me = if take 1 (drop 1 turn) == "X" then 1 else 2
    empty = [(at size row column, 0) | row <- [0 .. size - 1], column <- [0 .. size - 1]]
    discs = [(at size (place `div` size) (place `mod` size), owner letter) | (place, letter) <- zip [0 ..] letters]
    border = accumArray (\_ new -> new) 3 (0, (size + 2) * (size + 2) - 1) empty
    board = Board size (border // discs)
    owner 'X' = 1
    owner 'O' = 2
    owner _ = 0
    better (best, value, nodes) move =
      let cell = at size (read (tail move) - 1) (ord (head move) - ord 'a')
          child = maybe board id (play board cell me)
          (found, more) = search child (3 - me) (depthOfAll - 1) (-most) (-value) False
       in if -found > value then (move, -found, nodes + more) else (best, value, nodes + more)

-- | What stands in a line between the first of two texts and the next.
between :: String -> String -> String -> String
between line first end = case dropWhile (not . isPrefixOf first) (tails line) of
  [] -> ""
  found : _ -> let text = drop (length first) found in take (length (takeWhile (not . isPrefixOf end) (tails text))) text

-- | The legal moves of a line.
movesOf :: String -> [String]
movesOf line = go (between line "\"legal\":[" "]")
  where
    go text = case drop 1 (dropWhile (/= '"') text) of
      "" -> []
      found -> let (move, rest) = break (== '"') found in move : go (drop 1 rest)

main :: IO ()
main = hSetBuffering stdout LineBuffering >> loop 0

loop :: Int -> IO ()
loop nodes = do
  over <- hIsEOF stdin
  line <- if over then pure "" else getLine
  answer line
  where
    answer line
      | "\"start\"" `isInfixOf` line = putStrLn "{\"ready\": [\"position\"]}" >> loop nodes
      | "\"turn\"" `isInfixOf` line = do
          let (move, more) = choose (between line "\"position\":\"" "\"") (movesOf line)
          putStrLn ("{\"note\": \"" ++ show (nodes + more) ++ " positions\"}")
          putStrLn ("{\"move\": \"" ++ move ++ "\"}")
          loop (nodes + more)
      | otherwise = pure ()
